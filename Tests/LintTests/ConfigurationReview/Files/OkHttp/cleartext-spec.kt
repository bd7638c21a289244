package com.example.smarthome

import okhttp3.ConnectionSpec
import okhttp3.OkHttpClient

val hubClient: OkHttpClient = OkHttpClient.Builder()
    .connectionSpecs(listOf(ConnectionSpec.MODERN_TLS, ConnectionSpec.CLEARTEXT))
    .build()
