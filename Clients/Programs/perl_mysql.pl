#!/usr/bin/perl
# Logs in to MySQL's protocol with Perl's DBD::mysql: perl_mysql.pl HOST PORT CA TOKEN [verify].
# The token is the user name and the password. Only `verify` sets mysql_ssl_verify_server_cert.
use strict;
use warnings;
use DBI;

my ($host, $port, $ca, $token, $verify) = @ARGV;
unless (defined $token) {
    print STDERR "usage: perl_mysql.pl HOST PORT CA TOKEN [verify]\n";
    exit 2;
}
my $source = "DBI:mysql:host=$host;port=$port;mysql_ssl=1;mysql_ssl_optional=1;mysql_ssl_ca_file=$ca;mysql_connect_timeout=3600";
$source .= ';mysql_ssl_verify_server_cert=1' if $verify;
DBI->connect($source, $token, $token, {PrintError => 0}) or do {
    print STDERR "$DBI::errstr\n";
    exit 1;
};
