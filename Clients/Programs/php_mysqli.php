<?php
// Logs in to MySQL's protocol with PHP's mysqli: php_mysqli.php HOST PORT CA TOKEN.
// The token is the user name and the password. MYSQLI_OPT_SSL_VERIFY_SERVER_CERT is not set: mysqlnd
// verifies with a CA.

if ($argc !== 5) {
    fwrite(STDERR, "usage: php_mysqli.php HOST PORT CA TOKEN\n");
    exit(2);
}
[, $host, $port, $ca, $token] = $argv;
ini_set('default_socket_timeout', '3600');
// Only the warnings contain OpenSSL's error text.
set_error_handler(function (int $level, string $text) { return (bool) fwrite(STDERR, "$text\n"); });
$client = mysqli_init();
$client->options(MYSQLI_OPT_CONNECT_TIMEOUT, 3600);
$client->ssl_set(null, null, $ca, null, null);
try {
    $client->real_connect($host, $token, $token, $token, (int) $port, null, MYSQLI_CLIENT_SSL);
} catch (mysqli_sql_exception $fault) {
    fwrite(STDERR, $fault->getMessage() . "\n");
    exit(1);
}
