package com.example.notes.data

import java.time.Duration
import okhttp3.Cache
import okhttp3.CertificatePinner
import okhttp3.OkHttpClient
import org.koin.core.qualifier.named
import org.koin.dsl.module

private val pins = CertificatePinner.Builder()
    .add("**.notes.example.com", "sha256/r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=")
    .add("**.notes.example.com", "sha256/YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=")
    .build()

val networkModule = module {
    single {
        OkHttpClient.Builder()
            .certificatePinner(pins)
            .cache(Cache(get(), 10L * 1024 * 1024))
            .build()
    }
    single(named("uploads")) {
        get<OkHttpClient>().newBuilder()
            .callTimeout(Duration.ofMinutes(5))
            .build()
    }
}
