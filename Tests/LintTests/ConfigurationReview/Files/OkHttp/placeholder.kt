package com.example.fitness

import okhttp3.CertificatePinner
import okhttp3.OkHttpClient

private val CERTIFICATE_PINNER = CertificatePinner.Builder()
    .add("api.fitness.example.com", "sha256/r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=")
    // TODO: the spare key's hash
    .add("api.fitness.example.com", "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
    .build()

val fitnessClient: OkHttpClient =
    OkHttpClient.Builder().certificatePinner(CERTIFICATE_PINNER).build()
