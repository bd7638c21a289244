extension Rule {
    static let networkSecurityConfig: [Rule] = [.pinsExpired]
}
