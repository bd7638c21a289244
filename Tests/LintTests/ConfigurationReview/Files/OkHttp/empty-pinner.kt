package com.example.library

import okhttp3.CertificatePinner
import okhttp3.OkHttpClient

val client = OkHttpClient.Builder()
    .certificatePinner(CertificatePinner.DEFAULT)
    .build()
