okhttp

^*7∆∞ÌpÿJUíKWÍÔ6H&RY∞x¥çyÕ§á'[ëû≈ù6Òr6≥öÍ[Ipackage com.example.weather

import okhttp3.CertificatePinner
import okhttp3.OkHttpClient
import retrofit2.Retrofit

object Weather {
    private const val BASE_URL = "https://api.weather.example.com/"

    private val client = OkHttpClient.Builder()
        .certificatePinner(
            CertificatePinner.Builder()
                .add(BASE_URL, "sha256/K5MjwBYK+ddvZR/S3TDTL/sbTN9ihY8uqAVz1v29IzI=", "sha256/8YTaHUzlkTDfznVBEnIbKDYp5gnY/NkeJ5WqW8hnKfs=")
                .build()
        )
        .build()

    val retrofit: Retrofit = Retrofit.Builder().baseUrl(BASE_URL).client(client).build()
}
