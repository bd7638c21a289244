package com.example.survey

import java.io.IOException
import java.security.MessageDigest
import okhttp3.Interceptor
import okhttp3.OkHttpClient
import okhttp3.Response

class PinInterceptor(private val pins: Set<String>) : Interceptor {
    override fun intercept(chain: Interceptor.Chain): Response {
        val response = chain.proceed(chain.request())
        val leaf = response.handshake?.peerCertificates?.first()
            ?: throw IOException("no certificate")
        val hash = MessageDigest.getInstance("SHA-256").digest(leaf.publicKey.encoded)
        if (hash.joinToString("") { "%02x".format(it) } !in pins) throw IOException("not pinned")
        return response
    }
}

fun surveyClient(pins: Set<String>) = OkHttpClient.Builder()
    .addInterceptor(PinInterceptor(pins))
    .build()
