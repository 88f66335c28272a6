//! `jury human`: a game in the browser.

use crate::board::http::Server;
use crate::board::live;
use crate::command::opening;
use crate::command::options::Asked;
use crate::command::programs::say;
use crate::run::place::Scratch;
use crate::run::{leftovers, system};
use crate::text::print;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::ExitCode;
use std::sync::Arc;

pub fn human(asked: &Asked) -> Result<ExitCode, String> {
    let (game, round, past) = opening::open(asked)?;
    let scratch = Scratch::temporary("jury-human")?;
    system::watch_interrupts();
    let room = opening::room(asked, game, &round, &scratch)?;
    if let Some((file, players)) = live::run(|| serve(asked), room, round, past)? {
        say(&format!("the game is kept; go on with: {}\n", opening::go_on(asked, &file, game, &players)))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn serve(asked: &Asked) -> Result<Arc<Server>, String> {
    let server = open(asked)?;
    tell(asked, &server).map(|()| server)
}

fn open(asked: &Asked) -> Result<Arc<Server>, String> {
    let (address, port) = (asked.listen.unwrap_or(Ipv4Addr::LOCALHOST.into()), asked.port.unwrap_or(0));
    Server::open(address, port).map_err(|e| format!("{}: {}", SocketAddr::from((address, port)), e))
}

/// Says where the server is, and opens the browser if there is a display.
fn tell(asked: &Asked, server: &Server) -> Result<(), String> {
    if asked.listen.is_some_and(|address| !address.is_loopback()) {
        print::err(
            "warning: whoever can reach this machine and sees the address can play along, and reads all on its way\n",
        );
    }
    let all = asked.listen.filter(IpAddr::is_unspecified);
    let elsewhere =
        all.map(|all| format!(" (elsewhere this machine's address in place of {})", all)).unwrap_or_default();
    say(&format!("the board is at {}{}\nCtrl-C ends it\n", server.address(), elsewhere))?;
    let display = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    if display && !asked.no_open {
        leftovers::open_in_browser(&server.address());
    }
    Ok(())
}
