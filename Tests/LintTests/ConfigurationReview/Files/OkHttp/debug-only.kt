package com.example.parking

import com.example.parking.BuildConfig
import okhttp3.CertificatePinner
import okhttp3.OkHttpClient

fun parkingClient(): OkHttpClient = OkHttpClient.Builder().apply {
    if (BuildConfig.DEBUG) {
        certificatePinner(
            CertificatePinner.Builder()
                .add("parking.example.com", "sha256/r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=", "sha256/YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=")
                .build()
        )
    }
}.build()
