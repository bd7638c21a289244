package com.example.garage

import okhttp3.CertificatePinner
import okhttp3.OkHttpClient

fun garageClient() = OkHttpClient.Builder()
    .certificatePinner(
        CertificatePinner.Builder()
            .add("garage.example.com", "sha256/r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=")
            .build()
    )
    .build()
