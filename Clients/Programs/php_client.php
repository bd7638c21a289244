<?php
// A client on one of PHP's libraries: php_client.php LIBRARY URL CA [--pins PINS]
// [--certificate FILE --key FILE]. With `curl`, PINS has libcurl's notation.

function by_curl(string $url, string $ca, array $options): int {
    $curl = curl_init($url);
    curl_setopt_array($curl, [CURLOPT_CAINFO => $ca, CURLOPT_RETURNTRANSFER => true]);
    if (isset($options['pins'])) curl_setopt($curl, CURLOPT_PINNEDPUBLICKEY, $options['pins']);
    if (isset($options['certificate'])) {
        curl_setopt_array($curl, [CURLOPT_SSLCERT => $options['certificate'], CURLOPT_SSLKEY => $options['key']]);
    }
    if (curl_exec($curl) === false) throw new Exception(curl_error($curl));
    return curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
}

function by_streams(string $url, string $ca, array $options): int {
    $settings = ['cafile' => $ca];
    if (isset($options['certificate'])) {
        $settings += ['local_cert' => $options['certificate'], 'local_pk' => $options['key']];
    }
    $context = stream_context_create(['ssl' => $settings, 'http' => ['timeout' => 3600, 'ignore_errors' => true]]);
    // Only the warnings contain OpenSSL's error text.
    $words = [];
    set_error_handler(function (int $level, string $text) use (&$words) { return (bool) ($words[] = $text); });
    if (file_get_contents($url, false, $context) === false) throw new Exception(implode("\n", $words));
    return (int) explode(' ', $http_response_header[0])[1];
}

// Binds as the user "cn=TOKEN". The URL is ldaps://HOST:PORT/TOKEN, or begins with ldap: for StartTLS.
function by_ldap(string $url, string $ca, array $options): int {
    ldap_set_option(null, LDAP_OPT_DEBUG_LEVEL, 1); // its errors do not say why it refuses a server
    ldap_set_option(null, LDAP_OPT_X_TLS_CACERTFILE, $ca);
    $parts = parse_url($url);
    $connection = ldap_connect("$parts[scheme]://$parts[host]:$parts[port]");
    ldap_set_option($connection, LDAP_OPT_PROTOCOL_VERSION, 3);
    $token = substr($parts['path'], 1);
    $is_secure = $parts['scheme'] === 'ldaps' || @ldap_start_tls($connection);
    if ($is_secure && @ldap_bind($connection, "cn=$token", $token)) return 200;
    throw new Exception(ldap_error($connection));
}

function by_guzzle(string $url, string $ca, array $options): int {
    require_once 'GuzzleHttp/autoload.php';
    $client = new GuzzleHttp\Client(['verify' => $ca, 'http_errors' => false]);
    return $client->get($url)->getStatusCode();
}

function by_symfony(string $url, string $ca, array $options): int {
    require_once 'Symfony/Component/HttpClient/autoload.php';
    $client = new Symfony\Component\HttpClient\NativeHttpClient(['cafile' => $ca, 'timeout' => 3600]);
    return $client->request('GET', $url)->getStatusCode();
}

$libraries = ['curl', 'streams', 'ldap', 'guzzle', 'symfony'];
$library = 'by_' . ($argv[1] ?? '');
$options = [];
for ($i = 4; $i + 1 < $argc; $i += 2) $options[ltrim($argv[$i], '-')] = $argv[$i + 1];
if ($argc < 4 || $argc % 2 || !in_array($argv[1], $libraries)) {
    fwrite(STDERR, 'usage: php_client.php ' . implode('|', $libraries) . " URL CA [--pins PINS] [--certificate FILE --key FILE]\n");
    exit(2);
}
try {
    $status = $library($argv[2], $argv[3], $options);
} catch (Exception $fault) {
    fwrite(STDERR, $fault->getMessage() . "\n");
    exit(1);
}
exit($status === 200 ? 0 : 1);
