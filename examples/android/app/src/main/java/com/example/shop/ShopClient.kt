package com.example.shop

import okhttp3.CertificatePinner
import okhttp3.OkHttpClient

/** The client of the shop. Android compares the pins of the XML file, and OkHttp compares these. */
object ShopClient {
    private val pinner = CertificatePinner.Builder()
        .add(
            "api.example.com",
            "sha256/dh49e7mmkvbzE62nUbzFC4Fgh0f2WFpJEaAOBW7LMLI=",
            "sha256/596xr4Wj2hrgFSLMSr62m9+bamyR/q4j1GdRCAT7klY=",
        )
        .build()

    val client: OkHttpClient = OkHttpClient.Builder()
        .certificatePinner(pinner)
        .build()
}
