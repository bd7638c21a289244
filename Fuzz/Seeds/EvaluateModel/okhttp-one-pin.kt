okhttp

©vÕÕcÊ	!Jp&|Nê	ÿ¦ö²§xB Õ]Î¯ÇˆIº9åq5›0ãäi~™›6ÃApackage com.example.garage

import okhttp3.CertificatePinner
import okhttp3.OkHttpClient

fun garageClient() = OkHttpClient.Builder()
    .certificatePinner(
        CertificatePinner.Builder()
            .add("garage.example.com", "sha256/K5MjwBYK+ddvZR/S3TDTL/sbTN9ihY8uqAVz1v29IzI=")
            .build()
    )
    .build()
