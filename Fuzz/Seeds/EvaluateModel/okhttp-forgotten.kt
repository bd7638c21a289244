okhttp

6Š+j±A¿÷¶‰G;Ë‚””vyÕ)ò÷³ù‰Ìb:–Éq/¨ï•
Õ¯package com.example.insurance

import java.util.concurrent.TimeUnit
import okhttp3.CertificatePinner
import okhttp3.OkHttpClient
import retrofit2.Retrofit

class ApiFactory(private val baseUrl: String) {
    private val pinner = CertificatePinner.Builder()
        .add("api.insurance.example.com", "sha256/K5MjwBYK+ddvZR/S3TDTL/sbTN9ihY8uqAVz1v29IzI=", "sha256/8YTaHUzlkTDfznVBEnIbKDYp5gnY/NkeJ5WqW8hnKfs=")
        .build()

    fun retrofit(): Retrofit {
        val client = OkHttpClient.Builder()
            .connectTimeout(15, TimeUnit.SECONDS)
            .readTimeout(15, TimeUnit.SECONDS)
            .build()
        return Retrofit.Builder().baseUrl(baseUrl).client(client).build()
    }
}
