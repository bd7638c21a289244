okhttp

ÏU«®]µ+ôà-ßõ»„{Gm5'∑⁄ê‹Î6^˝ÿ˜uy”F¶ö‘f aWÄú’package com.example.transit

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
                    "sha256/K5MjwBYK+ddvZR/S3TDTL/sbTN9ihY8uqAVz1v29IzI=",
                    "sha256/8YTaHUzlkTDfznVBEnIbKDYp5gnY/NkeJ5WqW8hnKfs=",
                )
                .build()
        )
    }
    return builder.build()
}
