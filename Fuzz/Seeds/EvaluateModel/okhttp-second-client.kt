okhttp

Zûc,*Žåv«˜t»5ªÐéÔ¬^5é`LL‹.”EXTª4‚ÅÑ¡3Í{²[öpackage com.example.video

import okhttp3.CertificatePinner
import okhttp3.OkHttpClient
import okhttp3.Request

class VideoRepository {
    private val pinned = OkHttpClient.Builder()
        .certificatePinner(
            CertificatePinner.Builder()
                .add("api.video.example.com", "sha256/K5MjwBYK+ddvZR/S3TDTL/sbTN9ihY8uqAVz1v29IzI=", "sha256/8YTaHUzlkTDfznVBEnIbKDYp5gnY/NkeJ5WqW8hnKfs=")
                .build()
        )
        .build()

    fun catalogue() = pinned.newCall(Request.Builder().url("https://api.video.example.com/list").build())

    fun token() = OkHttpClient()
        .newCall(Request.Builder().url("https://api.video.example.com/token").build())
}
