/// One end of a connection.
package enum Side: Hashable, Sendable {
    case client, server
}
