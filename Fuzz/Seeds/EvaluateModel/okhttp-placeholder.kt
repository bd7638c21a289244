okhttp

–`å¢›™
3Ö$AÜS/Ikozr#ìO6üa}ùõaC∂tø#¢È√}:bpackage com.example.fitness

import okhttp3.CertificatePinner
import okhttp3.OkHttpClient

private val CERTIFICATE_PINNER = CertificatePinner.Builder()
    .add("api.fitness.example.com", "sha256/K5MjwBYK+ddvZR/S3TDTL/sbTN9ihY8uqAVz1v29IzI=")
    // TODO: the spare key's hash
    .add("api.fitness.example.com", "sha256/8YTaHUzlkTDfznVBEnIbKDYp5gnY/NkeJ5WqW8hnKfs=")
    .build()

val fitnessClient: OkHttpClient =
    OkHttpClient.Builder().certificatePinner(CERTIFICATE_PINNER).build()
