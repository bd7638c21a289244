package com.example.school

import okhttp3.CertificatePinner
import okhttp3.OkHttpClient

class SchoolApi {
    private val client = OkHttpClient.Builder()
        .certificatePinner(
            CertificatePinner.Builder()
                .add(
                    "api.school.example.com",
                    "sha256/aff988906dde12955d9bebbf928fdcc31cce328d5b9384f21c8941ca26e20391",
                    "sha256/YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=",
                )
                .build()
        )
        .build()
}
