package com.example.news

import okhttp3.CertificatePinner
import okhttp3.OkHttpClient
import okhttp3.Request

private val client = OkHttpClient.Builder()
    .certificatePinner(
        CertificatePinner.Builder()
            .add("news.example.com", "sha256/r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=", "sha256/YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=")
            .build()
    )
    .build()

fun headlines() = client.newCall(Request.Builder().url("https://news.example.com./top").build())
