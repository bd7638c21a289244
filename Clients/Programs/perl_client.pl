#!/usr/bin/perl
# A client on one of Perl's libraries: perl_client.pl lwp|tiny|socket URL CA [--certificate FILE
# --key FILE].
use strict;
use warnings;

sub by_lwp {
    my ($url, %settings) = @_;
    require LWP::UserAgent;
    my $client = LWP::UserAgent->new(timeout => 3600, env_proxy => 1, ssl_opts => {verify_hostname => 1, %settings});
    my $answer = $client->get($url);
    die $answer->content, "\n" if $answer->header('Client-Warning');
    return $answer->code;
}

sub by_tiny {
    my ($url, %settings) = @_;
    require HTTP::Tiny;
    my $answer = HTTP::Tiny->new(timeout => 3600, verify_SSL => 1, SSL_options => \%settings)->get($url);
    die $answer->{content}, "\n" if $answer->{status} == 599;
    return $answer->{status};
}

sub by_socket {
    my ($url, %settings) = @_;
    require IO::Socket::SSL;
    my ($host, $port, $path) = $url =~ m{^https://\[?([^/]+?)\]?:(\d+)(/.*)$};
    my $connection = IO::Socket::SSL->new(
        PeerHost => $host, PeerPort => $port, Timeout => 3600,
        SSL_verifycn_scheme => 'http', SSL_verifycn_name => $host,
        SSL_hostname => $host =~ /^[\d.]+$|:/ ? '' : $host, %settings
    ) or die IO::Socket::SSL::errstr(), "\n";
    print $connection "GET $path HTTP/1.1\r\nHost: $host:$port\r\nConnection: close\r\n\r\n";
    my ($status) = <$connection> =~ /^HTTP\S+ (\d+)/;
    return $status;
}

my %libraries = (lwp => \&by_lwp, tiny => \&by_tiny, socket => \&by_socket);
my ($library, $url, $ca, %options) = @ARGV;
unless (@ARGV >= 3 && @ARGV % 2 && $libraries{$library}) {
    print STDERR "usage: perl_client.pl lwp|tiny|socket URL CA [--certificate FILE --key FILE]\n";
    exit 2;
}
my %settings = (SSL_ca_file => $ca);
@settings{qw(SSL_cert_file SSL_key_file)} = @options{qw(--certificate --key)} if $options{'--certificate'};
my $status = eval { $libraries{$library}->($url, %settings) };
if ($@) {
    print STDERR $@;
    exit 1;
}
exit($status == 200 ? 0 : 1);
