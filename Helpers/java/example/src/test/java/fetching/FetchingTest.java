package fetching;

import hatpin.junit.HatpinCases;
import hatpin.junit.HatpinWorld;

final class FetchingTest {
    @HatpinCases({"time/expired-leaf", "names/other-domain"})
    void client(HatpinWorld world) throws Exception {
        new Fetching(world.sslContext()).read(world.uri());
    }
}
