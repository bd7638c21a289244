<?php
function get_rates($currency)
{
    $ch = curl_init();
    curl_setopt($ch, CURLOPT_URL, "https://rates.example.com/latest?base=" . urlencode($currency));
    curl_setopt($ch, CURLOPT_RETURNTRANSFER, true);
    curl_setopt($ch, CURLOPT_SSL_VERIFYHOST, 0);
    curl_setopt($ch, CURLOPT_SSL_VERIFYPEER, 0);
    $out = curl_exec($ch);
    curl_close($ch);
    return json_decode($out);
}
