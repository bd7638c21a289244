// A client on Zig's std.http.Client: zig_client URL CA.
const std = @import("std");

/// Returns the status of the answer.
fn status(init: std.process.Init, url: []const u8, anchors: []const u8) !std.http.Status {
    var client: std.http.Client = .{ .allocator = init.gpa, .io = init.io };
    // With a time, it does not read the system's anchors.
    const now = std.Io.Clock.real.now(init.io);
    try client.ca_bundle.addCertsFromFilePathAbsolute(init.gpa, init.io, now, anchors);
    client.now = now;
    return (try client.fetch(.{ .location = .{ .url = url }, .keep_alive = false })).status;
}

pub fn main(init: std.process.Init) !void {
    const words = try init.minimal.args.toSlice(init.arena.allocator());
    if (words.len != 3) {
        std.debug.print("usage: zig_client URL CA\n", .{});
        std.process.exit(2);
    }
    const answer = status(init, words[1], words[2]) catch |fault| {
        std.debug.print("{s}\n", .{@errorName(fault)});
        std.process.exit(1);
    };
    std.process.exit(if (answer == .ok) 0 else 1);
}
