# A client on Tcl's http and tls packages: tcl_client.tcl tls|tls-default URL CA.
#
# "tls-default" is told the CA, and nothing about verification.
package require http
package require tls

proc fail {words code} {
    puts stderr $words
    exit $code
}

lassign $argv library url ca
if {$argc != 3 || $library ni {tls tls-default}} {fail "usage: tcl_client.tcl tls|tls-default URL CA" 2}
set settings [list -autoservername true -cafile $ca]
if {$library eq "tls"} {lappend settings -require true}
http::register https 443 [list tls::socket {*}$settings]
# Hatpin sets the deadline: a client that gives up first looks like a refusal.
if {[catch {http::geturl $url -timeout 3600000} answer]} {fail $answer 1}
if {[http::status $answer] ne "ok"} {fail "[http::status $answer] [http::error $answer]" 1}
exit [expr {[http::ncode $answer] == 200 ? 0 : 1}]
