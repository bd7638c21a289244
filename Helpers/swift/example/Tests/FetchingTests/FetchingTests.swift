import Fetching
import HatpinTesting
import Testing

@Test(arguments: try await hatpinCases("time/expired-leaf", "names/other-domain"))
func client(_ hatpin: HatpinCase) async throws {
    try await hatpin.run { try fetch($0.url, from: "\($0.address):\($0.port)", trusting: $0.ca) }
}
