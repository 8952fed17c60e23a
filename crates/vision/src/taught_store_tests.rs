use super::*;
use crate::model::EMBEDDING;
use crate::{Face, TaughtFace};
use std::collections::BTreeSet;

fn set(name: &str) -> TaughtSet {
    let looks = (0..EMBEDDING).map(|i| if i == 0 { 1.0 } else { 0.0 }).collect();
    let face = Face::from_id("3s").expect("a face");
    TaughtSet::new(name, "abc", vec![TaughtFace { face, pictures: 1, looks: vec![looks] }]).expect("a name")
}

fn names(sets: &TaughtSets) -> Vec<String> {
    sets.list().expect("a folder").sets.iter().map(|set| set.name().to_owned()).collect()
}

#[test]
fn sets_are_saved_listed_replaced_and_forgotten() {
    let data = tempfile::tempdir().expect("a folder");
    let sets = TaughtSets::in_data(data.path());
    assert!(names(&sets).is_empty(), "nothing is there before the first");
    for name in ["할머니 패", "祖母の牌", "Set", "set", "../up", "a".repeat(40).as_str(), "🀄".repeat(40).as_str()]
    {
        sets.save(&set(name)).expect("saved");
        assert_eq!(sets.get(name).expect("there").name(), name);
        assert_eq!(sets.get(&format!(" {name} ")).expect("spaces around it do not count").name(), name);
    }
    assert_eq!(names(&sets).len(), 7);
    sets.save(&set("Set")).expect("saved again");
    assert_eq!(names(&sets).len(), 7);
    let forgotten = sets.forget("Set").expect("there").expect("whole");
    assert_eq!(sets.get("Set").expect_err("gone").code(), "set_unknown");
    assert!(names(&sets).contains(&"set".to_owned()));
    assert!(sets.get("Set").expect_err("gone").to_string().contains("祖母の牌"), "the others are named");
    sets.save(&forgotten).expect("undone");
    assert!(sets.get("Set").is_ok());
    assert_eq!(sets.forget("nobody's").expect_err("never there").code(), "set_unknown");
    let outside: Vec<_> = std::fs::read_dir(data.path()).expect("a folder").flatten().collect();
    assert_eq!(outside.len(), 1, "all lies in one folder");
}

#[test]
fn a_copied_file_is_the_set_that_it_holds_whatever_it_is_called() {
    let data = tempfile::tempdir().expect("a folder");
    let sets = TaughtSets::in_data(data.path());
    sets.save(&set("할머니 패")).expect("saved");
    let (own, copy) = (sets.file_of("할머니 패"), data.path().join(FOLDER).join("from a friend.json"));
    std::fs::copy(&own, &copy).expect("copied");
    assert_eq!(names(&sets), ["할머니 패"], "it is there once");
    std::fs::remove_file(&own).expect("removed");
    assert_eq!(names(&sets), ["할머니 패"]);
    assert_eq!(sets.get("할머니 패").expect("what is listed can be used").name(), "할머니 패");
    sets.save(&set("할머니 패")).expect("saved beside its copy");
    sets.save(&set("another")).expect("saved");
    assert!(sets.forget("할머니 패").expect("there").is_some());
    assert_eq!(names(&sets), ["another"], "what is forgotten is gone, and nothing else");
    std::fs::write(&copy, "damaged").expect("written");
    let [damaged] = &sets.list().expect("a folder").damaged[..] else { panic!("one damaged file") };
    assert!(damaged.to_string().contains("\"from a friend\""), "{damaged}");
    assert_eq!(sets.forget("from a friend").expect("by the name that is shown"), None);
    assert_eq!(sets.forget("from a friend").expect_err("gone").code(), "set_unknown");
}

#[test]
fn file_names_are_safe_short_and_different() {
    let sets = TaughtSets::in_data(Path::new("data"));
    let names = ["a", "A", "a.", "con", "a/b", "a%2fb", "가", "🀄🀄🀄🀄🀄🀄🀄🀄🀄🀄🀄🀄", "🀄🀄🀄🀄🀄🀄🀄🀄🀄🀄🀄"];
    let files: BTreeSet<String> = names
        .iter()
        .map(|name| sets.file_of(name).file_name().expect("a name").to_string_lossy().to_lowercase())
        .collect();
    assert_eq!(files.len(), names.len(), "also where capitals count as small letters");
    for file in &files {
        assert!(file.len() <= 140 && file.is_ascii(), "{file}");
        assert!(file.chars().all(|c| c.is_ascii_alphanumeric() || "%.-".contains(c)), "{file}");
    }
    assert_eq!(shown_name(&sets.file_of("할머니 패 2%")), "할머니 패 2%");
    assert_eq!(shown_name(Path::new("%zz%4.x.json")), "%zz%4");
}

#[test]
fn a_damaged_file_is_reported_by_name_and_hides_no_other() {
    let data = tempfile::tempdir().expect("a folder");
    let sets = TaughtSets::in_data(data.path());
    sets.save(&set("할머니 패")).expect("saved");
    sets.save(&set("whole")).expect("saved");
    let path = sets.file_of("할머니 패");
    let text = std::fs::read(&path).expect("written");
    for broken in [&text[..text.len() / 2], b"", b"\xff\xfe\x00", b"[]"] {
        std::fs::write(&path, broken).expect("written");
        let listed = sets.list().expect("a folder");
        assert_eq!(listed.sets.iter().map(TaughtSet::name).collect::<Vec<_>>(), ["whole"]);
        assert_eq!(listed.damaged.len(), 1);
        assert_eq!(listed.damaged[0].code(), "set_damaged");
        assert!(listed.damaged[0].to_string().contains("할머니 패"), "{}", listed.damaged[0]);
        assert_eq!(sets.get("할머니 패").expect_err("damaged").code(), "set_damaged");
    }
    assert_eq!(sets.forget("할머니 패").expect("a damaged one can be forgotten"), None);
    assert!(sets.list().expect("a folder").damaged.is_empty());
}

#[test]
fn the_set_in_use_is_remembered_by_its_name() {
    let data = tempfile::tempdir().expect("a folder");
    let sets = TaughtSets::in_data(data.path());
    assert_eq!(sets.active(), None);
    sets.activate(None).expect("none is none already");
    sets.activate(Some("할머니 패")).expect("written");
    assert_eq!(sets.active().as_deref(), Some("할머니 패"));
    assert!(sets.list().expect("a folder").damaged.is_empty(), "it is no set");
    sets.activate(None).expect("removed");
    assert_eq!(sets.active(), None);
}

#[test]
fn a_folder_that_cannot_be_is_said() {
    let data = tempfile::tempdir().expect("a folder");
    std::fs::write(data.path().join(FOLDER), b"").expect("a file where the folder should be");
    let sets = TaughtSets::in_data(data.path());
    assert_eq!(sets.save(&set("a")).expect_err("no folder").code(), "set_storage");
    assert_eq!(sets.list().expect_err("no folder").code(), "set_storage");
}

#[test]
fn the_data_lie_where_the_window_keeps_its_games() {
    let with = |pairs: &'static [(&'static str, &'static str)]| {
        move |name: &str| pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| PathBuf::from(value))
    };
    assert_eq!(data_folder(&with(&[("SUZUME_DATA", "x"), ("HOME", "/h")])), Some(PathBuf::from("x")));
    assert_eq!(data_folder(&with(&[])), None);
    if cfg!(target_os = "linux") {
        let home = data_folder(&with(&[("HOME", "/h"), ("XDG_DATA_HOME", "not/absolute")]));
        assert_eq!(home, Some(PathBuf::from("/h/.local/share/table.suzume.app")));
        let xdg = data_folder(&with(&[("HOME", "/h"), ("XDG_DATA_HOME", "/d")]));
        assert_eq!(xdg, Some(PathBuf::from("/d/table.suzume.app")));
    }
}
