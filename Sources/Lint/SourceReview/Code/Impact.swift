/// Impact texts that several rules share.
enum Impact {
    static let anything =
        "an attacker on the network path can use any certificate to read and change the traffic"
    static let anyName =
        "an attacker can impersonate every host with a valid certificate for a domain of their own"
    static let anythingInProcess =
        "for every connection of this process, " + anything
    static let outage =
        "when the key changes, every connection fails until users install an update"
    static let neverMatches =
        "it never matches; if it is the only pin, every connection fails"
    static let cleartext = "an attacker on the network path can read and change the traffic"
}
