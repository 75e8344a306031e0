// Caches the page for offline use: all of it on the first visit. Network first, so that no outdated page remains.
const CACHE = "waterlab";

/** All files of the page, and a checksum of them, so that a new build starts a new worker: both written by build.sh. */
const FILES = [];
const BUILD = "";

addEventListener("install", (event) => {
    self.skipWaiting();
    event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});
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
