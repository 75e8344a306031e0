// Keeps what the page has loaded, for when there is no network: from the network first, so that nobody is left with an old page.
const CACHE = "waterlab";

addEventListener("install", () => self.skipWaiting());
addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
    event.respondWith(
        (async () => {
            const cache = await caches.open(CACHE);
            try {
                const answer = await fetch(request);
                if (answer.ok) await cache.put(request, answer.clone());
                return answer;
            } catch (error) {
                const kept = await cache.match(request, { ignoreSearch: true });
                if (kept) return kept;
                throw error;
            }
        })(),
    );
});
