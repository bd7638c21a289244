plugins { id("com.android.application") }

android {
    compileSdk = 36
    defaultConfig {
        // minSdk = 21 until 2024
        minSdk = 26
        targetSdk = 36
    }
}
