# A server on Perl's HTTP::Daemon::SSL that requires a client certificate: perl_server.pl PORT CERT
# KEY CA [CRLS].
#
# It answers each request with the common name of the certificate and the request's path, and logs
# why it refuses a client.
use strict;
use warnings;
use HTTP::Daemon::SSL;
use IO::Socket::SSL;

my ($port, $certificate, $key, $ca, $crls) = @ARGV;
my $server = HTTP::Daemon::SSL->new(
    LocalAddr => '127.0.0.1', LocalPort => $port, ReuseAddr => 1,
    SSL_cert_file => $certificate, SSL_key_file => $key, SSL_ca_file => $ca,
    SSL_verify_mode => SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT,
    $crls ? (SSL_check_crl => 1, SSL_crl_file => $crls) : (),
) or die "$@\n";
$SIG{PIPE} = 'IGNORE';
while (1) {
    my $client = $server->accept;
    if (!$client) {
        print STDERR "$IO::Socket::SSL::SSL_ERROR\n";
        next;
    }
    $client->timeout(5);
    if (my $request = $client->get_request) {
        my $name = $client->peer_certificate('commonName') // '';
        my $body = "user=$name path=" . $request->uri->path . "\n";
        $client->send_response(HTTP::Response->new(200, 'OK', [Connection => 'close'], $body));
    }
    $client->close;
}
