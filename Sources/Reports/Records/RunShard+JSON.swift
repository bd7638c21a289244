import Basics
import Runner

extension RunShard {
    /// Appends the member of a plan that states which shard of a larger plan it is.
    func write(to json: inout JSONWriter) {
        json.key("shard")
        json.object { shard in
            shard.member("number", number)
            shard.member("count", count)
            shard.member("plan", plan)
            shard.member("scenarios", scenarios)
            shard.member("cases", cases)
            shard.member("pairs", pairs)
            shard.key("places")
            shard.array { list in
                for place in places { list.number(place) }
            }
        }
    }
}
