okhttp

6Š+j±A¿÷¶‰G;Ë‚””vyÕ)ò÷³ù‰Ìb:–Éq/¨ï•
Õ¯package com.example.shop

import okhttp3.CertificatePinner
import okhttp3.OkHttpClient

internal fun pinnedClient(): OkHttpClient {
    val pins = CertificatePinner.Builder()
        .add("shop.example.com", "sha256/K5MjwBYK+ddvZR/S3TDTL/sbTN9ihY8uqAVz1v29IzI=", "sha256/8YTaHUzlkTDfznVBEnIbKDYp5gnY/NkeJ5WqW8hnKfs=")
        .build()
    return OkHttpClient().newBuilder().certificatePinner(pins).build()
}
