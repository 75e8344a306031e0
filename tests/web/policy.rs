//! The page's content security policy: no inline scripts, no evaluated text, nothing from other origins.

use super::page::{Page, Script};

#[test]
fn the_page_runs_its_own_scripts_alone_and_asks_no_other_server() {
    let page = Page::open("");
    page.run(
        "window.refused = []; addEventListener('securitypolicyviolation', \
         event => refused.push(event.effectiveDirective))",
    );
    page.run(
        "(() => { const script = document.createElement('script'); script.textContent = 'window.ran = true'; \
         document.head.append(script) })()",
    );
    // Loopback of another port, where nothing listens: an allowed request would fail for that, and report no violation.
    page.run("fetch('http://127.0.0.1:9/').catch(() => {})");
    page.run(
        "(() => { const script = document.createElement('script'); script.src = 'http://127.0.0.1:9/a.js'; \
         document.head.append(script) })()",
    );
    page.until("refused.length >= 3");
    let refused = page.run("refused.sort().join()");
    assert_eq!(refused, "connect-src,script-src-elem,script-src-elem");
    assert_eq!(page.run("typeof ran"), "undefined");
    // WebAssembly is compiled, text is not evaluated. Later: what this connection itself evaluates is exempt.
    let evaluated = page.run(
        "new Promise(settle => setTimeout(() => { try { settle(Function('return 1')()) } catch (error) { settle(error.name) } }))",
    );
    assert_eq!(evaluated, "EvalError");
}
