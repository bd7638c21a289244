package com.example.video

import okhttp3.CertificatePinner
import okhttp3.OkHttpClient
import okhttp3.Request

class VideoRepository {
    private val pinned = OkHttpClient.Builder()
        .certificatePinner(
            CertificatePinner.Builder()
                .add("api.video.example.com", "sha256/r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=", "sha256/YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=")
                .build()
        )
        .build()

    fun catalogue() = pinned.newCall(Request.Builder().url("https://api.video.example.com/list").build())

    fun token() = OkHttpClient()
        .newCall(Request.Builder().url("https://api.video.example.com/token").build())
}
