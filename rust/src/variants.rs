//! Enumerations of the wire that are written once: the constructors with the types of their fields. How
//! they are read follows from that, wherever the fields come from.

use crate::wire::Source;

/// An enumeration that is read by the name of a variant.
pub trait Variants: Sized {
    /// The names of the variants. A variant that holds another enumeration goes by the names of that.
    fn knows(name: &str) -> bool;

    /// The names of the fields of a variant, in the order in which they are written.
    fn fields(name: &str) -> Option<Vec<&'static str>>;

    /// Reads the fields of a variant; gives nothing if there is none of this name.
    fn read<S: Source>(name: &str, source: &mut S) -> Result<Option<Self>, S::Error>;
}

/// Defines an enumeration together with its readers.
///
/// The fields that follow `..` are those of another enumeration, whose variants share the fields before.
macro_rules! variants {
    ($(#[$doc:meta])* pub enum $name:ident {
        $($(#[$variant_doc:meta])* $variant:ident $({
            $($field:ident: $type:ty),* $(, ..$inner:ident: $inner_type:ty)? $(,)?
        })?,)+
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs)] // the fields are named in the model
        pub enum $name {
            $($(#[$variant_doc])* $variant $({
                $($field: $type,)* $($inner: $inner_type,)?
            })?,)+
        }

        impl $crate::variants::Variants for $name {
            fn knows(name: &str) -> bool {
                $(variants!(@knows name, $variant, $($($inner_type)?)?))||+
            }

            fn fields(name: &str) -> Option<Vec<&'static str>> {
                $(if variants!(@knows name, $variant, $($($inner_type)?)?) {
                    #[allow(unused_mut)]
                    let mut names = vec![$($(stringify!($field)),*)?];
                    $($(names.extend(<$inner_type>::fields(name)?);)?)?
                    return Some(names);
                })+
                None
            }

            fn read<S: $crate::wire::Source>(
                name: &str,
                source: &mut S,
            ) -> Result<Option<Self>, S::Error> {
                $(if variants!(@knows name, $variant, $($($inner_type)?)?) {
                    $($(let $field = source.field(stringify!($field))?;)*)?
                    $($(let Some($inner) = <$inner_type>::read(name, source)? else {
                        return Ok(None);
                    };)?)?
                    return Ok(Some(Self::$variant { $($($field,)* $($inner,)?)? }));
                })+
                Ok(None)
            }
        }
    };
    (@knows $name:ident, $variant:ident,) => { $name == stringify!($variant) };
    (@knows $name:ident, $variant:ident, $inner:ty) => {
        <$inner as $crate::variants::Variants>::knows($name)
    };
}
pub(crate) use variants;
