#!/usr/bin/perl
# A client on one of Perl's libraries: perl_client.pl LIBRARY URL CA [--certificate FILE --key FILE].
#
# A library with "-default" is told the CA, and nothing about verification.
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

sub by_tiny_default {
    my ($url, %settings) = @_;
    require HTTP::Tiny;
    my $answer = HTTP::Tiny->new(timeout => 3600, SSL_options => \%settings)->get($url);
    die $answer->{content}, "\n" if $answer->{status} == 599;
    return $answer->{status};
}

sub by_mojo {
    my ($url, %settings) = @_;
    require Mojo::UserAgent;
    my $client = Mojo::UserAgent->new(ca => $settings{SSL_ca_file}, inactivity_timeout => 0, connect_timeout => 3600);
    $client->cert($settings{SSL_cert_file})->key($settings{SSL_key_file}) if $settings{SSL_cert_file};
    return $client->get($url)->result->code;
}

sub by_furl {
    my ($url, %settings) = @_;
    require Furl;
    my $answer = Furl->new(timeout => 3600, ssl_opts => \%settings)->get($url);
    die $answer->content, "\n" if $answer->header('X-Internal-Response');
    return $answer->code;
}

# Binds as the user "cn=TOKEN". The URL is ldaps://HOST:PORT/TOKEN, or begins with ldap: for StartTLS.
sub by_ldap {
    my ($url, %settings) = @_;
    return by_ldap_default($url, %settings, verify => 'require');
}

sub by_ldap_default {
    my ($url, %settings) = @_;
    require Net::LDAP;
    my ($scheme, $host, $port, $token) = $url =~ m{^(ldaps?)://\[?([^/]+?)\]?:(\d+)/(.*)$};
    my @tls = (cafile => delete $settings{SSL_ca_file}, %settings);
    my $connection = Net::LDAP->new(
        $host, port => $port, scheme => $scheme, timeout => 3600, $scheme eq 'ldaps' ? @tls : ()
    ) or die "$@\n";
    my @steps = ($scheme eq 'ldaps' ? () : $connection->start_tls(@tls));
    push @steps, $connection->bind("cn=$token", password => $token) unless grep { $_->code } @steps;
    die $steps[-1]->error, "\n" if $steps[-1]->code;
    return 200;
}

my %libraries = (
    lwp => \&by_lwp, tiny => \&by_tiny, 'tiny-default' => \&by_tiny_default, socket => \&by_socket,
    mojo => \&by_mojo, furl => \&by_furl, ldap => \&by_ldap, 'ldap-default' => \&by_ldap_default
);
my ($library, $url, $ca, %options) = @ARGV;
unless (@ARGV >= 3 && @ARGV % 2 && $libraries{$library}) {
    my $names = join '|', sort keys %libraries;
    print STDERR "usage: perl_client.pl $names URL CA [--certificate FILE --key FILE]\n";
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
