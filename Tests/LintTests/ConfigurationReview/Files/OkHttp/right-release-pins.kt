package com.example.transit

import com.example.transit.BuildConfig
import okhttp3.CertificatePinner
import okhttp3.OkHttpClient

/** A debug build talks to a proxy on the developer's machine. */
fun transitClient(): OkHttpClient {
    val builder = OkHttpClient.Builder()
    if (!BuildConfig.DEBUG) {
        builder.certificatePinner(
            CertificatePinner.Builder()
                .add(
                    "api.transit.example.com",
                    "sha256/r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=",
                    "sha256/YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=",
                )
                .build()
        )
    }
    return builder.build()
}
