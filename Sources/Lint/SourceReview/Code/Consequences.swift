/// Consequences that many rules share, so that one thing is told in one way.
enum Consequence {
    static let anything =
        "an attacker on the path presents any certificate, and reads and changes the traffic"
    static let anyName =
        "a free certificate for a name of the attacker's own is enough for every host"
    static let anythingInProcess =
        "every connection of the process: " + anything
    static let outage =
        "when the key changes, every connection fails until an update is out"
    static let neverMatches =
        "no key has this hash: beside others it is idle, alone it refuses all"
    static let cleartext = "an attacker on the path reads and changes the traffic"
}
