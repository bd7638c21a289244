<?php

declare(strict_types=1);

final class ShippingApi
{
    public function __construct(private string $token, private string $ca = '/etc/ssl/shipping-ca.pem')
    {
    }

    public function label(array $parcel): array
    {
        $curl = curl_init('https://shipping.example.com/v1/labels');
        curl_setopt_array($curl, [
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_POSTFIELDS => json_encode($parcel, JSON_THROW_ON_ERROR),
            CURLOPT_HTTPHEADER => ["Authorization: Bearer {$this->token}"],
            CURLOPT_SSL_VERIFYPEER => true,
            CURLOPT_SSL_VERIFYHOST => 2,
            CURLOPT_CAINFO => $this->ca,
        ]);
        $body = curl_exec($curl);
        if ($body === false) {
            throw new RuntimeException(curl_error($curl));
        }
        return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
    }
}
