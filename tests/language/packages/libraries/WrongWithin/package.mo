package WrongWithin
end WrongWithin;
