package com.example.wallet

import okhttp3.CertificatePinner
import okhttp3.OkHttpClient

class WalletHttp {
    private val pinner = CertificatePinner.Builder()
        .add("wallet.example.com", "sha256/r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=", "sha256/YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=")
        .build()

    val client = OkHttpClient.Builder()
        .certificatePinner(pinner)
        .hostnameVerifier { _, _ -> true }
        .build()
}
