# What `lexbor.py` reads and writes, for compiled code: the parser's tree through its functions, and the columns of a page.

from sitelode.html.kernels.memory cimport Bytes

ctypedef void* Node  # or an attribute, or a document

cdef enum:
    ELEMENT_NODE = 1, TEXT_NODE = 3, CDATA_NODE = 4  # the DOM standard's numbers


cdef struct Parser:
    Node (*new_document)() noexcept nogil
    void (*set_options)(Node, unsigned int) noexcept nogil
    unsigned int (*parse)(Node, Bytes, size_t) noexcept nogil
    Node (*root)(Node) noexcept nogil
    Node (*free_document)(Node) noexcept nogil
    Node (*first_child)(Node) noexcept nogil
    Node (*next)(Node) noexcept nogil
    Node (*prev)(Node) noexcept nogil
    Node (*parent)(Node) noexcept nogil
    int (*node_type)(Node) noexcept nogil
    size_t (*tag_id)(Node) noexcept nogil
    Bytes (*text_content)(Node, size_t*) noexcept nogil
    Bytes (*local_name)(Node, size_t*) noexcept nogil
    Node (*first_attribute)(Node) noexcept nogil
    Node (*next_attribute)(Node) noexcept nogil
    Bytes (*attribute_name)(Node, size_t*) noexcept nogil
    Bytes (*attribute_value)(Node, size_t*) noexcept nogil


cdef struct Columns:
    unsigned short* tag
    int* parent
    int* depth
    int* end
    int* text_start
    int* text_end
    int* class_
    int* id_
    int* role
    int row_room
    int rows
    int* attribute_node
    int* attribute_name
    int* attribute_value
    int* unknown_row
    int* unknown_name
    int attribute_room
    int attributes
    int unknowns
    unsigned char* text
    size_t text_room
    int written
