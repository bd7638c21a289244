package com.example.weather

import okhttp3.CertificatePinner
import okhttp3.OkHttpClient
import retrofit2.Retrofit

object Weather {
    private const val BASE_URL = "https://api.weather.example.com/"

    private val client = OkHttpClient.Builder()
        .certificatePinner(
            CertificatePinner.Builder()
                .add(BASE_URL, "sha256/r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=", "sha256/YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=")
                .build()
        )
        .build()

    val retrofit: Retrofit = Retrofit.Builder().baseUrl(BASE_URL).client(client).build()
}
