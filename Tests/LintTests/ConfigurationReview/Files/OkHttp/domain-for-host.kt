package com.example.shop

import okhttp3.CertificatePinner
import okhttp3.OkHttpClient

internal fun pinnedClient(): OkHttpClient {
    val pins = CertificatePinner.Builder()
        .add("shop.example.com", "sha256/r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=", "sha256/YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=")
        .build()
    return OkHttpClient().newBuilder().certificatePinner(pins).build()
}
