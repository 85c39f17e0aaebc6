//! Files that import one another in a circle.
//!
//! A file imports another when a `use` or a path in its code names an item of it, re-exports
//! followed. Tests are left out, and so are the lines by which a module re-exports items of its
//! children: they are how a folder is seen from outside, not what its text needs.

use crate::sources::code;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Circles that are still there, by folder: none may be added, and one that is untied is taken off
/// this list.
const KNOWN: [(&str, usize); 0] = [];

/// The circles of files below each `src` folder, where there are others than those known.
pub(crate) fn check(root: &Path, files: &[PathBuf]) -> io::Result<Vec<String>> {
    let mut failures = Vec::new();
    for (source, files) in sources(files) {
        let mut modules = Modules::default();
        for path in files {
            let text = code(&fs::read_to_string(root.join(path))?);
            modules.add(module(&source, path), without_tests(&text));
        }
        let imports = modules.imports();
        let circles = circles(&imports);
        let known = KNOWN.iter().find(|(folder, _)| source == Path::new(folder)).map_or(0, |(_, count)| *count);
        if circles.len() < known {
            failures.push(format!(
                "{}: {} circles of imports, {known} in xtask/src/circles.rs",
                source.display(),
                circles.len()
            ));
        }
        if circles.len() > known {
            let name = |m: &&Module| if m.is_empty() { "the root".to_owned() } else { m.join("::") };
            let lists = circles.iter().map(|circle| circle.iter().map(name).collect::<Vec<_>>().join(", "));
            failures.extend(lists.map(|list| format!("{}: a circle of imports: {list}", source.display())));
        }
    }
    Ok(failures)
}

/// The Rust files of every `src` folder, those of tests left out.
fn sources(files: &[PathBuf]) -> BTreeMap<PathBuf, Vec<&PathBuf>> {
    let mut sources: BTreeMap<PathBuf, Vec<&PathBuf>> = BTreeMap::new();
    for path in files.iter().filter(|path| path.extension().is_some_and(|e| e == "rs") && !path.starts_with("bench/peers")) {
        let parts: Vec<_> = path.components().collect();
        let Some(at) = parts.iter().position(|part| part.as_os_str() == "src") else { continue };
        let is_test = parts[at + 1..].iter().any(|part| part.as_os_str() == "tests" || part.as_os_str() == "tests.rs");
        if !is_test {
            sources.entry(parts[..=at].iter().collect()).or_default().push(path);
        }
    }
    sources
}

type Module = Vec<String>;

/// The module of a file: `a/b.rs` and `a/b/mod.rs` are `a::b`, roots are empty.
fn module(source: &Path, path: &Path) -> Module {
    let inside = path.strip_prefix(source).unwrap_or(path).with_extension("");
    let mut names: Module = inside.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    if names.last().is_some_and(|name| ["mod", "lib", "main"].contains(&name.as_str())) {
        names.pop();
    }
    names
}

/// The text up to its inline module of tests.
fn without_tests(text: &str) -> &str {
    let end = text.match_indices("#[cfg(test)]\nmod ").find(|(at, line)| {
        text[at + line.len()..].trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').starts_with(" {")
    });
    end.map_or(text, |(at, _)| &text[..at])
}

#[derive(Default)]
struct Modules {
    /// The absolute paths that each module names, and whether the line is a re-export.
    paths: BTreeMap<Module, Vec<(Vec<String>, bool)>>,
    /// For each module, the names that it re-exports and what they are.
    exports: BTreeMap<Module, BTreeMap<String, Vec<String>>>,
}

impl Modules {
    fn add(&mut self, module: Module, text: &str) {
        let mut paths = Vec::new();
        let mut exports = BTreeMap::new();
        for (path, name, is_public) in uses(text) {
            let Some(path) = absolute(&module, &path) else { continue };
            if is_public {
                exports.insert(name, path.clone());
            }
            paths.push((path, is_public));
        }
        paths.extend(inline_paths(text).filter_map(|path| absolute(&module, &path)).map(|path| (path, false)));
        self.exports.insert(module.clone(), exports);
        self.paths.insert(module, paths);
    }

    /// The module that an absolute path leads to, re-exports followed.
    fn resolve(&self, path: &[String]) -> Option<&Module> {
        let mut path = path.to_vec();
        for _ in 0..16 {
            let depth = (0..=path.len()).rev().find(|&depth| self.paths.contains_key(&path[..depth]))?;
            let export = path.get(depth).and_then(|name| self.exports[&path[..depth]].get(name));
            match export {
                Some(target) if target[..] != path[..=depth] => path = [target, &path[depth + 1..]].concat(),
                _ => return self.paths.get_key_value(&path[..depth]).map(|(module, _)| module),
            }
        }
        None
    }

    fn imports(&self) -> BTreeMap<&Module, BTreeSet<&Module>> {
        let of = |(module, paths): (_, &Vec<(Vec<String>, bool)>)| {
            let targets = paths.iter().filter_map(|(path, is_public)| Some((self.resolve(path)?, *is_public)));
            let is_below = |target: &Module, module: &Module| target.len() > module.len() && target.starts_with(module);
            let kept = targets.filter(|(target, is_public)| *target != module && !(*is_public && is_below(target, module)));
            (module, kept.map(|(target, _)| target).collect())
        };
        self.paths.iter().map(of).collect()
    }
}

/// The paths of `use` declarations that begin in this crate: each with the name that it gives, and
/// whether others see it.
fn uses(text: &str) -> Vec<(Vec<String>, String, bool)> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("use ") {
        let before = rest[..at].rsplit('\n').next().unwrap_or_default().trim();
        rest = &rest[at + 4..];
        let is_declaration = before.is_empty() || (before.starts_with("pub") && !before.contains(['{', '=', ';', ',']));
        let Some(end) = rest.find(';').filter(|_| is_declaration) else { continue };
        flatten(&rest[..end], &mut Vec::new(), &mut |path, name| found.push((path, name, !before.is_empty())));
        rest = &rest[end..];
    }
    found
}

/// The leaves of a tree of imports.
fn flatten(tree: &str, prefix: &mut Vec<String>, found: &mut impl FnMut(Vec<String>, String)) {
    let (head, group) = tree.split_once('{').map_or((tree, None), |(head, group)| (head, group.rsplit_once('}')));
    let (head, alias) = head.split_once(" as ").map_or((head, None), |(head, alias)| (head, Some(alias.trim())));
    let names: Vec<String> = head.split("::").map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect();
    let depth = prefix.len();
    prefix.extend(names.into_iter().filter(|name| name != "self" || depth == 0));
    match group {
        Some((group, _)) => top_level(group).for_each(|tree| flatten(tree, prefix, found)),
        None => {
            let name = alias.or(prefix.last().map(String::as_str)).unwrap_or_default().to_owned();
            found(prefix.clone(), name);
        }
    }
    prefix.truncate(depth);
}

/// The parts between the commas outside of braces.
fn top_level(group: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    let parts = group.split(move |c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    parts.filter(|part| !part.trim().is_empty())
}

/// Paths in code that begin with `crate::` or `super::`.
fn inline_paths(text: &str) -> impl Iterator<Item = Vec<String>> {
    let word = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let lines = text.lines().filter(|line| !line.trim_start().trim_start_matches("pub ").starts_with("use "));
    let paths = lines.flat_map(move |line| line.split(move |c| !word(c)));
    let paths = paths.filter(|path| path.starts_with("crate::") || path.starts_with("super::"));
    paths.map(|path| path.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect())
}

/// The path from the root of the crate, if it is one of this crate.
fn absolute(module: &[String], path: &[String]) -> Option<Vec<String>> {
    let ups = path.iter().take_while(|name| *name == "super").count();
    match path.first().map(String::as_str) {
        Some("crate") => Some(path[1..].to_vec()),
        Some("self") => Some([module, &path[1..]].concat()),
        Some("super") => Some([module.get(..module.len().checked_sub(ups)?)?, &path[ups..]].concat()),
        // A child named without a prefix, as in `pub use child::Item`.
        Some(_) => Some([module, path].concat()),
        None => None,
    }
}

/// The strongly connected components of more than one module (R. Tarjan, "Depth-first search and
/// linear graph algorithms", 1972).
fn circles<'m>(imports: &BTreeMap<&'m Module, BTreeSet<&'m Module>>) -> Vec<Vec<&'m Module>> {
    let mut search = Search { imports, numbers: BTreeMap::new(), stack: Vec::new(), found: Vec::new() };
    for module in imports.keys() {
        if !search.numbers.contains_key(module) {
            search.visit(module);
        }
    }
    search.found
}

struct Search<'m, 'i> {
    imports: &'i BTreeMap<&'m Module, BTreeSet<&'m Module>>,
    /// For every module that was met, its number; the greatest number once its component is found.
    numbers: BTreeMap<&'m Module, usize>,
    stack: Vec<&'m Module>,
    found: Vec<Vec<&'m Module>>,
}

impl<'m> Search<'m, '_> {
    /// The least number that can be reached from a module.
    fn visit(&mut self, module: &'m Module) -> usize {
        let number = self.numbers.len();
        let height = self.stack.len();
        self.numbers.insert(module, number);
        self.stack.push(module);
        let mut least = number;
        for &next in &self.imports[module] {
            least = least.min(match self.numbers.get(next) {
                Some(&number) => number,
                None => self.visit(next),
            });
        }
        if least == number {
            let component = self.stack.split_off(height);
            component.iter().for_each(|&m| *self.numbers.entry(m).or_default() = usize::MAX);
            if component.len() > 1 {
                self.found.push(component);
            }
            return usize::MAX;
        }
        least
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let mut modules = Modules::default();
        for (path, text) in files {
            modules.add(module(Path::new("src"), &Path::new("src").join(path)), without_tests(&code(text)));
        }
        circles(&modules.imports())
            .iter()
            .map(|circle| circle.iter().map(|m| m.join("::")).collect::<Vec<_>>().join(" "))
            .collect()
    }

    #[test]
    fn circles_are_found_through_re_exports_and_paths() {
        let root = ("lib.rs", "mod a;\nmod b;\npub use a::{A, other as Other};\n");
        assert_eq!(found(&[root, ("a.rs", "use crate::b::B;"), ("b.rs", "use crate::A;")]), ["a b"]);
        assert_eq!(found(&[root, ("a.rs", "fn f() -> super::b::B {}"), ("b.rs", "use crate::Other;")]), ["a b"]);
        assert_eq!(found(&[root, ("a.rs", "use crate::b::B;"), ("b.rs", "")]), [] as [&str; 0]);
    }

    #[test]
    fn re_exports_of_children_and_tests_are_no_imports() {
        let parent = ("a/mod.rs", "mod c;\npub use c::C;\npub struct A;\n");
        let child = ("a/c.rs", "use super::A;\n#[cfg(test)]\nmod tests {\n    use crate::d::D;\n}\n");
        assert_eq!(
            found(&[("lib.rs", "mod a;\nmod d;"), parent, child, ("d.rs", "use crate::a::{self, A, C};")]),
            [] as [&str; 0]
        );
        let parent = ("a/mod.rs", "mod c;\nuse c::C;\npub struct A;\n");
        assert_eq!(found(&[("lib.rs", "mod a;"), parent, child]), ["a a::c"]);
    }

    #[test]
    fn comments_and_literals_import_nothing() {
        assert_eq!(
            found(&[
                ("lib.rs", ""),
                ("a.rs", "// use crate::b::B;\nuse crate::b::B;"),
                ("b.rs", "/// crate::a::A\nconst X: &str = \"use crate::a;\";")
            ]),
            [] as [&str; 0]
        );
    }
}
