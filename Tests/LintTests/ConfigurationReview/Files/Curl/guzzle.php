<?php

namespace App\Services;

use GuzzleHttp\Client;

class CrmClient
{
    private Client $http;

    public function __construct(string $key)
    {
        $this->http = new Client([
            'base_uri' => 'https://crm.example.com/api/',
            'timeout' => 5.0,
            'verify' => false,
            'headers' => ['X-Key' => $key],
        ]);
    }
}
