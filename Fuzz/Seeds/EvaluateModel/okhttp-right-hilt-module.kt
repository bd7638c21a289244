okhttp

©vÕÕcÊ	!Jp&|Nê	ÿ¦ö²§xB Õ]Î¯ÇˆIº9åq5›0ãäi~™›6ÃApackage com.example.shop.di

import dagger.Module
import dagger.Provides
import dagger.hilt.InstallIn
import dagger.hilt.components.SingletonComponent
import java.util.concurrent.TimeUnit
import javax.inject.Singleton
import okhttp3.CertificatePinner
import okhttp3.OkHttpClient
import okhttp3.logging.HttpLoggingInterceptor
import retrofit2.Retrofit
import retrofit2.converter.moshi.MoshiConverterFactory

@Module
@InstallIn(SingletonComponent::class)
object NetworkModule {
    private const val HOST = "api.shop.example.com"
    private const val BASE_URL = "https://$HOST/v2/"

    @Provides
    @Singleton
    fun providePinner(): CertificatePinner = CertificatePinner.Builder()
        .add(HOST, "sha256/K5MjwBYK+ddvZR/S3TDTL/sbTN9ihY8uqAVz1v29IzI=", "sha256/8YTaHUzlkTDfznVBEnIbKDYp5gnY/NkeJ5WqW8hnKfs=")
        .build()

    @Provides
    @Singleton
    fun provideClient(pinner: CertificatePinner, auth: AuthInterceptor): OkHttpClient =
        OkHttpClient.Builder()
            .connectTimeout(10, TimeUnit.SECONDS)
            .certificatePinner(pinner)
            .addInterceptor(auth)
            .addInterceptor(HttpLoggingInterceptor().setLevel(HttpLoggingInterceptor.Level.BASIC))
            .build()

    @Provides
    fun provideApi(client: OkHttpClient): ShopApi = Retrofit.Builder()
        .baseUrl(BASE_URL)
        .client(client)
        .addConverterFactory(MoshiConverterFactory.create())
        .build()
        .create(ShopApi::class.java)
}
