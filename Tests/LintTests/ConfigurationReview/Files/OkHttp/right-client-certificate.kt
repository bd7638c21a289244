package com.example.fleet

import java.security.KeyStore
import javax.net.ssl.KeyManagerFactory
import javax.net.ssl.SSLContext
import javax.net.ssl.TrustManagerFactory
import javax.net.ssl.X509TrustManager
import okhttp3.OkHttpClient

/** Shows the device's certificate to the fleet's gateway; the gateway is checked as ever. */
fun fleetClient(identity: KeyStore, password: CharArray): OkHttpClient {
    val keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm())
    keys.init(identity, password)
    val trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm())
    trust.init(null as KeyStore?)
    val manager = trust.trustManagers.filterIsInstance<X509TrustManager>().single()
    val context = SSLContext.getInstance("TLS")
    context.init(keys.keyManagers, arrayOf(manager), null)
    return OkHttpClient.Builder()
        .sslSocketFactory(context.socketFactory, manager)
        .build()
}
