okhttp

–içé œÇ“Y›l-¤ˆ“)X¡0m@éÌÑo¾‡‰Ú¼Ç¼|á
°‚_s¹kÕ€“îpackage com.example.wallet

import okhttp3.CertificatePinner
import okhttp3.OkHttpClient

class WalletHttp {
    private val pinner = CertificatePinner.Builder()
        .add("wallet.example.com", "sha256/K5MjwBYK+ddvZR/S3TDTL/sbTN9ihY8uqAVz1v29IzI=", "sha256/8YTaHUzlkTDfznVBEnIbKDYp5gnY/NkeJ5WqW8hnKfs=")
        .build()

    val client = OkHttpClient.Builder()
        .certificatePinner(pinner)
        .hostnameVerifier { _, _ -> true }
        .build()
}
