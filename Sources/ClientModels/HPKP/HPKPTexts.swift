/// Values of `Public-Key-Pins` as a browser reads them, for reviews.
package enum HPKPTexts {
    /// Whether a browser does not ignore a value as a whole.
    package static func conforms(_ value: String) -> Bool { PublicKeyPinsHeader(value).conforms }
}
