// Style of the element and its controls. A constructed sheet, as a policy that forbids inline styles allows.
const text = `
:host { display: block; position: relative; container: water / size; overflow: hidden; min-width: 64px; min-height: 64px;
    /* A sky over water, shown until the first frame if the scene has no thumbnail. */
    background: linear-gradient(#5d8fbd, #c9dce6 49%, #3d7286 51%, #12303c);
    color: #eef4f6; font: 14px/1.4 system-ui, sans-serif; -webkit-user-select: none; user-select: none; }
:host([hidden]) { display: none; }
canvas { display: block; position: absolute; inset: 0; width: 100%; height: 100%; touch-action: none; outline: none; cursor: crosshair; }
canvas.empty { opacity: 0; }
.poster { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover; }
:host(:focus-visible) canvas, canvas:focus-visible { box-shadow: inset 0 0 0 2px #7fd4f0; }
.failure { position: absolute; inset: 0; display: grid; place-items: end center; }
.failure img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover; }
.failure p { position: relative; margin: 16px; padding: 12px 16px; max-width: 40em; border-radius: 8px; background: #10222bd9; }
.over { position: absolute; inset: 0; pointer-events: none; }
.over > * { pointer-events: auto; }
.over > .ring, .over > .probe { pointer-events: none; }
.ring { position: absolute; inset: 0; width: 100%; height: 100%; box-shadow: none; }
.over > .probe { position: absolute; margin: 0; padding: 6px 12px; border-radius: 8px; background: #10222be0; color: #eef4f6; }
.probe[hidden] { display: none; }
.over > .legends { position: absolute; inset: 0; pointer-events: none; }
.legend { position: absolute; top: calc(48px + env(safe-area-inset-top)); box-sizing: border-box; width: min(240px, 40%); padding: 6px 16px 8px;
    border-radius: 8px; background: #10222be0; font-size: 13px; }
.legend .colours { height: 12px; margin: 2px 0; }
.legend .numbers { position: relative; height: 1.3em; font-size: 12px; font-variant-numeric: tabular-nums; }
.legend .numbers span { position: absolute; transform: translateX(-50%); }
.word { position: absolute; left: calc(12px + env(safe-area-inset-left)); bottom: calc(12px + env(safe-area-inset-bottom));
    max-width: min(36em, calc(100% - 96px)); padding: 8px 14px; border-radius: 8px; background: #10222bd0; pointer-events: none;
    opacity: 0; transition: opacity 0.2s; }
.word.shown { opacity: 1; }
.word.complaint { background: #6b2a1fe6; }
.status { position: absolute; left: calc(12px + env(safe-area-inset-left)); top: calc(12px + env(safe-area-inset-top)); padding: 4px 10px;
    border-radius: 6px; background: #10222bb0; font-variant-numeric: tabular-nums; pointer-events: none; }
.dive { position: absolute; left: 50%; top: calc(12px + env(safe-area-inset-top)); transform: translateX(-50%); border-color: transparent;
    background: #10222bb0; font-variant-numeric: tabular-nums; white-space: nowrap; }
.dive[hidden], .shade[hidden], .tour[hidden] { display: none; }
.over > .shade { position: absolute; inset: 0; background: #000; pointer-events: none; }
.tour { position: absolute; left: calc(20px + env(safe-area-inset-left)); bottom: calc(56px + env(safe-area-inset-bottom));
    width: min(440px, calc(100% - 40px)); box-sizing: border-box; padding: 16px 20px 12px; border-radius: 12px; background: #10222be0; }
.tour .head h2 { font-size: 24px; }
.tour p { margin: 0 0 6px; font-size: 16px; }
.tour .hint, .tour .head span { font-size: 14px; color: #b9cad2; }
.tour .row { margin: 10px 0 0; }
.tour .row > button { flex: 0 1 auto; }
button, select, input, summary { font: inherit; color: inherit; }
button, select { min-height: 34px; padding: 4px 10px; border: 1px solid #ffffff2e; border-radius: 7px; background: #ffffff14; }
select option { color: #10222b; background: #fff; }
button { cursor: pointer; }
button:hover { background: #ffffff2b; }
button[aria-pressed="true"] { background: #2b86a8; border-color: #58b4d6; }
button:disabled { opacity: 0.4; cursor: default; }
:is(button, select, input, summary):focus-visible { outline: 2px solid #7fd4f0; outline-offset: 1px; }
.open { position: absolute; right: calc(12px + env(safe-area-inset-right)); top: calc(12px + env(safe-area-inset-top)); width: 44px; height: 44px;
    padding: 0; border-radius: 50%; background: #10222bb8; font-size: 20px; }
.panel { position: absolute; top: 0; right: 0; bottom: 0; width: min(340px, 100%); box-sizing: border-box; overflow-y: auto;
    overscroll-behavior: contain; padding: calc(10px + env(safe-area-inset-top)) calc(14px + env(safe-area-inset-right))
    calc(14px + env(safe-area-inset-bottom)) 14px; background: #0f2029e6; -webkit-backdrop-filter: blur(10px); backdrop-filter: blur(10px); }
.panel[hidden], .sheet[hidden], .status[hidden] { display: none; }
@container water (max-width: 560px) and (orientation: portrait) {
    .panel { top: auto; left: 0; width: 100%; max-height: 46%; border-radius: 14px 14px 0 0; padding-top: 10px; }
}
.head { display: flex; align-items: center; gap: 8px; margin-bottom: 8px; }
.head h2 { flex: 1; margin: 0; font-size: 16px; font-weight: 600; }
.row { display: flex; flex-wrap: wrap; gap: 6px; margin: 0 0 8px; }
.row > button { flex: 1 1 auto; }
.shapes > button { flex: 1 1 22%; padding: 4px; font-size: 13px; }
.picture { display: block; width: 48px; height: 48px; margin: 0 auto 2px; border-radius: 6px;
    background-image: url("${new URL("textures/shapes.png", import.meta.url)}"); }
.control { display: grid; grid-template-columns: minmax(84px, 36%) 1fr; align-items: center; gap: 4px 10px; min-height: 34px;
    margin: 3px 0; }
.control > .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.control > button.name { min-height: 0; padding: 4px 0; border: none; border-radius: 4px; background: none; text-align: left;
    text-decoration: underline dotted #ffffff66 1px; text-underline-offset: 4px; }
.about { grid-column: 1 / -1; margin: 0 0 4px; color: #b9ccd4; font-size: 13px; user-select: text; -webkit-user-select: text; }
.about[hidden] { display: none; }
.control select { width: 100%; box-sizing: border-box; }
.control .slide { display: grid; grid-template-columns: 1fr minmax(64px, auto); align-items: center; gap: 8px; }
.control output { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
input[type="range"] { width: 100%; min-height: 28px; margin: 0; accent-color: #58b4d6; }
input[type="checkbox"] { width: 20px; height: 20px; accent-color: #58b4d6; }
details { border-top: 1px solid #ffffff1f; padding: 4px 0; }
summary { cursor: pointer; padding: 6px 0; font-weight: 600; }
.readings { margin: 0 0 6px; display: grid; grid-template-columns: auto 1fr; gap: 0 12px; color: #b9ccd4; }
.readings dd { margin: 0; text-align: right; }
.readings dt { margin: 0; }
.sheet { position: absolute; z-index: 1; inset: 0; margin: auto; width: min(560px, calc(100% - 24px)); height: fit-content; max-height: calc(100% - 24px);
    overflow-y: auto; box-sizing: border-box; padding: 14px 18px 18px; border-radius: 12px; background: #0f2029f2; }
.sheet table { border-spacing: 0 4px; }
.sheet th { text-align: left; padding-right: 20px; font-weight: 600; white-space: nowrap; vertical-align: top; }
.sheet td { color: #cfdde2; }
.scenes { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 10px; }
.scenes h3 { grid-column: 1 / -1; margin: 8px 0 0; font-size: 15px; font-weight: 600; }
.scene { display: flex; flex-direction: column; padding: 0 0 8px; overflow: hidden; text-align: left; }
.scene img { display: block; width: 100%; height: auto; aspect-ratio: 16 / 9; }
.scene > :is(b, small) { margin: 4px 8px 0; font-weight: 600; }
.scene small { color: #b9ccd4; font-weight: 400; line-height: 1.3; }
.touch :is(button, select, summary), .touch .control, .touch .control > button.name { min-height: 44px; box-sizing: border-box; }
.touch button { min-width: 44px; }
.touch summary { padding: 11px 0; }
.touch input[type="range"] { min-height: 44px; }
.touch input[type="checkbox"] { appearance: none; -webkit-appearance: none; width: 52px; height: 44px; margin: 0; border: 0 solid transparent;
    border-width: 9px 0; border-radius: 22px; box-sizing: border-box; background: radial-gradient(circle at 13px 50%, #fff 9px, #fff0 10px) #ffffff2e;
    background-clip: padding-box; background-origin: padding-box; }
.touch input[type="checkbox"]:checked { background-color: #2b86a8; background-image: radial-gradient(circle at 39px 50%, #fff 9px, #fff0 10px); }
.welcome { position: absolute; left: 0; right: 0; bottom: calc(24px + env(safe-area-inset-bottom)); width: fit-content; max-width: calc(100% - 24px);
    margin: 0 auto; box-sizing: border-box; padding: 12px 16px; display: flex; gap: 12px; border-radius: 12px; background: #10222bd9; }
.over > .welcome { pointer-events: none; }
.welcome figure { margin: 0; width: 116px; min-width: 0; text-align: center; font-size: 13px; }
.welcome svg { display: block; width: 100%; height: auto; overflow: visible; }
.welcome .hand, .welcome .pressed { fill: #fff; }
.welcome .mouse { fill: #10222b; stroke: #fff; stroke-width: 1.5; }
.welcome .pool { fill: #2b86a8; stroke: #7fd4f0; stroke-width: 1.5; }
.welcome .wave { fill: none; stroke: #7fd4f0; stroke-width: 1.5; }
.welcome svg * { transform-box: fill-box; transform-origin: center; animation: 2.4s ease-in-out infinite; }
.welcome .along { animation-name: along; }
.welcome .turns { animation-name: turns; }
.welcome .grows { animation-name: grows; }
.welcome .apart-left { animation-name: apart-left; }
.welcome .apart-right { animation-name: apart-right; }
.welcome .wave { animation-name: spread; animation-timing-function: ease-out; }
.welcome .wave1 { animation-delay: 0.4s; }
.welcome .wave2 { animation-delay: 0.8s; }
@keyframes along { 0% { transform: translateX(-22px); } 50%, 70% { transform: translateX(22px); } 100% { transform: translateX(-22px); } }
@keyframes turns { 0% { transform: skewX(-16deg); } 50%, 70% { transform: skewX(16deg); } 100% { transform: skewX(-16deg); } }
@keyframes grows { 0% { transform: scale(0.6); } 50%, 70% { transform: scale(1.1); } 100% { transform: scale(0.6); } }
@keyframes apart-left { 0% { transform: none; } 50%, 70% { transform: translateX(-18px); } 100% { transform: none; } }
@keyframes apart-right { 0% { transform: none; } 50%, 70% { transform: translateX(18px); } 100% { transform: none; } }
@keyframes spread { 0% { transform: scale(0.2); opacity: 1; } 60%, 100% { transform: scale(1.6); opacity: 0; } }
@media (prefers-reduced-motion: reduce) { .word { transition: none; } .welcome svg * { animation: none; } }
`;

let made;

/** The sheet, one for all elements of a page. */
export const sheet = () => {
    if (!made) {
        made = new CSSStyleSheet();
        made.replaceSync(text);
    }
    return made;
};

/** The picture of a bundled scene. */
export const thumbnail = (scene) => new URL(`scenes/${scene}.jpg`, import.meta.url).href;
