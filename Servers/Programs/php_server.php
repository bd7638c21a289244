<?php
// A server on PHP's streams that requires a client certificate: php_server.php PORT CERT KEY CA.
//
// It answers each request with the common name of the certificate and the request's path, and logs
// why it refuses a client.
[, $port, $certificate, $key, $ca] = $argv;
$context = stream_context_create(['ssl' => [
    'local_cert' => $certificate, 'local_pk' => $key, 'cafile' => $ca, 'verify_peer' => true,
    'verify_peer_name' => false, 'verify_depth' => 10, 'capture_peer_cert' => true,
]]);
$flags = STREAM_SERVER_BIND | STREAM_SERVER_LISTEN;
$listener = stream_socket_server("tcp://127.0.0.1:$port", $number, $words, $flags, $context);
if (!$listener) {
    fwrite(STDERR, "$words\n");
    exit(1);
}
while (true) {
    $connection = stream_socket_accept($listener, -1);
    stream_set_timeout($connection, 5);
    // A warning says why the handshake failed.
    if (!stream_socket_enable_crypto($connection, true, STREAM_CRYPTO_METHOD_TLS_SERVER)) {
        fclose($connection);
        continue;
    }
    $path = explode(' ', (string) fgets($connection))[1] ?? '';
    while (($line = fgets($connection)) !== false && rtrim($line) !== '');
    $shown = stream_context_get_options($connection)['ssl']['peer_certificate'] ?? null;
    $names = $shown ? openssl_x509_parse($shown)['subject']['CN'] ?? '' : '';
    $name = is_array($names) ? end($names) : $names;
    fwrite($connection, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nuser=$name path=$path\n");
    fclose($connection);
}
